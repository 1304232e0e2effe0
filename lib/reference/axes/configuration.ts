/** Values and origin of the fields of a configuration (§2.1, §3.1). */
export const configurationAxes = {
  /** Comma-separated fields that query never returns. */
  omittedFields: [
    "none",
    "id",
    "merchantId",
    "callbackUrl",
    "eventTypes",
    "status",
    "retryCount",
    "createTime",
    "updateTime",
    "createTime,updateTime",
    "id,merchantId",
    "eventTypes,retryCount",
    "id,merchantId,eventTypes,retryCount,createTime,updateTime",
    "id,merchantId,eventTypes,status,retryCount,createTime,updateTime",
    "id,merchantId,callbackUrl,eventTypes,status,retryCount,createTime,updateTime",
  ],
  /** How an omitted field is omitted. */
  omission: ["absent", "null"],
  configurationExtras: ["none", "fixed", "changing"],
  /** The first id given out. */
  firstId: [
    1,
    0,
    2147483648,
    9007199254740993n,
    9223372036854775806n,
    12345678901234567890123456789n,
    -9007199254740995n,
  ],
  /** `merchant`: every merchant's configuration has the same id. */
  idScope: ["service", "merchant"],
  merchantIdFormat: ["prefixed", "digits", "long-digits", "uuid", "unicode"],
  timeZone: ["Z", "+00:00", "+00", "+0000"],
  timePrecision: ["ms", "s", "us", "ns", "trimmed", "comma"],
  timeStyle: ["extended", "basic"],
  eventTypes: ["all", "one", "none", "spaced", "unknown-names", "escaped"],
  initialStatus: [1, 0],
  statusAfterReRegister: ["kept", 1, 0],
  statusAfterRegisterOnDisabled: [1, "kept"],
  /** A setting, or a counter that deliveries move now and then, with or without updateTime. */
  retryCount: [3, 0, 1, 2147483647, "counter", "counter-touching-update-time"],
  updateTimeOnSameUrl: ["touched", "kept"],
  updateTimeOnDisable: ["touched", "kept"],
  /** The clock that the times are taken from; `-with-date`: the Date header too. The others begin three hours behind. */
  simulatedClock: ["none", "stands-still", "stands-still-with-date", "sixty-times-as-fast", "a-day-behind"],
  /** Whether two merchants may have the same callback URL. */
  urlOfAnother: ["accepted", "refused"],
} as const;
