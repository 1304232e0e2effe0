import { judgeMode } from "./judge-mode.ts";

judgeMode("api-key");
