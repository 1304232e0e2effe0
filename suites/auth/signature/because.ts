export const SIGNED =
  "The deployment claims to verify the request signature; this one was not made for this request with the merchant's secret.";
export const COMPONENTS =
  "The signature header fields are listed for every request, and the deployment claims to verify them.";
