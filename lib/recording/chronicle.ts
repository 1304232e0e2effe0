import {
  catalogue,
  isNormative,
  isRequirementId,
  requirementIds,
  type RequirementId,
} from "../requirements/catalogue.ts";
import type { OpenedCourt, SessionSetup, Substitutes } from "../session/open-court.ts";
import { hearRest } from "./hear-rest.ts";
import { Player } from "./player.ts";
import { readRecording } from "./read-recording.ts";
import { RecordingWriter } from "./recording-writer.ts";
import type { Recording, Section } from "./recording.ts";

/** Goes through a session beside it: writes it down, or plays what was written down. */
export interface Chronicle {
  /** What the session is to use. */
  readonly substitutes: Substitutes;
  /** Called before the first request. */
  attend(court: OpenedCourt): void;
  /** Called before each check. */
  begin(requirement: RequirementId): Promise<void>;
  close(): void;
}

/** @throws {RecordingError} when a recording is to be played that cannot be read. */
export function chronicleOf(setup: SessionSetup, substitutes: Substitutes = {}): Chronicle {
  const { recordTo, playFrom } = setup;
  if (playFrom !== undefined) return playing(readRecording(playFrom), setup.profile.baseUrl);
  if (recordTo === undefined) {
    return { substitutes, attend: () => undefined, begin: async () => undefined, close: () => undefined };
  }
  const writer = new RecordingWriter(setup, recordTo, substitutes.clock?.now ?? Date.now);
  return {
    substitutes: { ...substitutes, attempted: writer.take },
    attend: (court) => writer.attend(court),
    begin: async (requirement) => writer.begin(requirement),
    close: () => writer.flush(),
  };
}

function playing({ sections }: Recording, baseUrl: string): Chronicle {
  const player = new Player();
  let court: OpenedCourt | undefined;
  let at = 0;

  async function hear(section: Section | undefined): Promise<void> {
    if (court === undefined || section === undefined) return;
    const { ledger } = court.means;
    if (isRequirementId(section.check)) ledger.begin(section.check, { deaf: !isNormative(section.check) });
    await hearRest(court, player, baseUrl);
    ledger.settle({ explained: true });
  }

  return {
    substitutes: { transport: player, clock: player.clock },
    attend(opened) {
      court = opened;
      player.attend(opened.recorder);
      player.open(sections[0]);
      if (sections.some(isIncomplete)) doubtAmbient(opened);
    },
    async begin(requirement) {
      const found = sections.findIndex(({ check }, index) => index > at && check === requirement);
      const isEnd = found === -1 && catalogue[requirement].ambient === true;
      await hear(player.current);
      for (const section of sections.slice(at + 1, isEnd ? sections.length : Math.max(found, 0))) {
        court?.means.seen.keep();
        court?.recorder.restart();
        player.open(section);
        await hear(section);
      }
      const section = sections[found];
      at = section === undefined ? (isEnd ? sections.length - 1 : at) : found;
      player.open(section);
      if (section !== undefined) court?.means.urls.resumeAfter(section.urls);
    },
    close: () => undefined,
  };
}

function isIncomplete({ exchanges }: Section): boolean {
  return exchanges.some(
    ({ answer }) => answer !== undefined && answer.body === undefined && answer.base64 === undefined,
  );
}

/** What is judged on every answer cannot be kept on answers that are not there. */
function doubtAmbient({ means }: OpenedCourt): void {
  for (const id of requirementIds) {
    if (catalogue[id].ambient === true && isNormative(id)) {
      means.ledger.doubt(
        id,
        "Cannot be judged again offline: an answer was too large, or no text, and was not kept.",
      );
    }
  }
}
