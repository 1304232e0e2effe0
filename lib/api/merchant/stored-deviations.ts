/** Differences between what is stored and what should be. Wrong deliveries follow from them. */
export const OTHERS_CONFIGURATION = "query shows the configuration of another merchant";
export const OF_ANOTHER_REQUEST = "callbackUrl of another request";
export const OF_A_REFUSED_REQUEST = "callbackUrl of a refused request";
export const ENABLED_AFTER_DISABLE = "status 1 after a disable";
export const AFTER_SHOWN_DISABLED = "after it was shown as disabled";
export const WITH_LITTLE_CHANGED = "by a URL that differs little";
export const OF_UNUSUAL_URL = "of an unusual URL";
export const ON_DISABLED = "on a disabled configuration";
