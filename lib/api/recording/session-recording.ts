import { isNormative } from "../../engine/catalogue.ts";
import type { Requirement } from "../requirement.ts";
import { isJudgedAtCalibration } from "../webhook/calibrate.ts";
import type { OpenTarget } from "../webhook/open-target.ts";
import type { SessionSetup, Substitutes } from "../webhook/session-setup.ts";
import type { Judgement } from "../../engine/result.ts";
import { hearRest } from "./hear-rest.ts";
import { NOT_KEPT, Player } from "./player.ts";
import { readRecording } from "./read-recording.ts";
import { RecordingWriter } from "./recording-writer.ts";
import type { Recording, Section } from "./recording.ts";

/** Goes through a session beside it: writes it down, or plays what was written down. */
export interface SessionRecording {
  /** What the session is to use. */
  readonly substitutes: Substitutes;
  /** Called before the first request. */
  attend(target: OpenTarget): void;
  /** Called before each check. */
  begin(requirement: Requirement): void;
  /** Called after each check. */
  end(judgement: Judgement): void;
  /** Why the session is not written down to its end; undefined while it is, or is not to be. */
  readonly problem: string | undefined;
  close(): void;
}

const SILENT: Omit<SessionRecording, "substitutes"> = {
  attend: () => undefined,
  begin: () => undefined,
  end: () => undefined,
  problem: undefined,
  close: () => undefined,
};

/** @throws {RecordingError} when a recording is to be played that cannot be read. */
export function sessionRecording(
  setup: SessionSetup,
  requirements: readonly Requirement[],
  substitutes: Substitutes = {},
): SessionRecording {
  const { recordTo, playFrom } = setup;
  if (playFrom !== undefined) return playing(readRecording(playFrom), setup.profile.baseUrl, requirements);
  if (recordTo === undefined) return { ...SILENT, substitutes };
  const writer = new RecordingWriter(setup, recordTo, substitutes.clock?.now ?? Date.now);
  return {
    substitutes: { ...substitutes, attempted: writer.take },
    attend: (target) => writer.attend(target),
    begin: ({ id }) => writer.begin(id),
    end: () => undefined,
    get problem() {
      return writer.problem;
    },
    close: () => writer.close(),
  };
}

const NOT_AS_THEN =
  "Cannot be judged again offline: the run began with requests that are others now, and they may have shown that it is broken.";

function playing(
  { sections }: Recording,
  baseUrl: string,
  requirements: readonly Requirement[],
): SessionRecording {
  const player = new Player();
  let target: OpenTarget | undefined;
  let at = 0;

  /** @param explained whether a violation of its own explains what else the answers of the part break */
  function hear(explained: boolean): void {
    const section = player.current;
    if (target === undefined || section === undefined || player.rest.length === 0) return;
    const judged = requirements.find(({ id }) => id === section.check);
    target.begin(section.check, { deaf: judged !== undefined && !isNormative(judged) });
    hearRest(target, player, baseUrl);
    target.findings.settle({ explained });
  }

  return {
    substitutes: { transport: player, clock: player.clock },
    attend(opened) {
      target = opened;
      player.attend(opened.recorder);
      player.open(sections[0]);
      if (sections.some(isIncomplete))
        doubt(
          opened,
          requirements.filter(({ rule }) => rule !== undefined),
          NOT_KEPT,
        );
    },
    begin(requirement) {
      const found = sections.findIndex(({ check }, index) => index > at && check === requirement.id);
      const isEnd = found === -1 && requirement.rule !== undefined;
      const isFirst = at === 0 && player.current === sections[0];
      if (isFirst && (player.rest.length > 0 || sections.slice(0, 1).some(isIncomplete))) {
        doubt(target, requirements.filter(isJudgedAtCalibration), NOT_AS_THEN);
      }
      if (isFirst) hear(false);
      for (const section of sections.slice(at + 1, isEnd ? sections.length : Math.max(found, 0))) {
        player.open(section);
        hear(true);
      }
      const section = sections[found];
      at = section === undefined ? (isEnd ? sections.length - 1 : at) : found;
      player.open(section);
      if (section !== undefined) target?.shared.urls.resumeAfter(section.urls);
    },
    end: ({ result }) => hear("violation" in result),
    problem: undefined,
    close: () => undefined,
  };
}

function isIncomplete({ exchanges }: Section): boolean {
  return exchanges.some(
    ({ answer }) => answer !== undefined && answer.body === undefined && answer.base64 === undefined,
  );
}

function doubt(target: OpenTarget | undefined, requirements: readonly Requirement[], reason: string): void {
  for (const { id } of requirements) target?.findings.doubt(id, reason);
}
