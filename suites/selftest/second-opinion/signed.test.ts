import { judgeMode } from "./judge-mode.ts";

judgeMode("signed");
