import { http, HttpResponse } from "msw";
import { setupServer } from "msw/node";
import { expect, test } from "vitest";
import { referenceHandlers } from "./handlers.ts";

const API = "https://api.issuer.example/abc/v1/webhook";

test("serve a client's unit tests below /abc/v1 on any host, and nothing else", async () => {
  const mine = http.get("https://api.issuer.example/health", () => HttpResponse.text("mine"));
  const server = setupServer(...referenceHandlers({ merchants: [{ name: "alpha", apiKey: "key" }] }), mine);
  server.listen();
  try {
    const call = async (operation: string, body: string | null = null) => {
      const headers = { "X-API-Key": "key", "Content-Type": "application/json" };
      const response = await fetch(`${API}/${operation}`, { method: "POST", headers, body });
      return response.json();
    };
    expect(await call("register", '{"callbackUrl":"https://callback.example/"}')).toMatchObject({
      data: true,
    });
    expect(await call("query")).toMatchObject({ data: { callbackUrl: "https://callback.example/" } });
    expect(await call("nothing")).toMatchObject({ code: 40400 });
    expect(await (await fetch("https://api.issuer.example/health")).text()).toBe("mine");
  } finally {
    server.close();
  }
});

/** As a handler of another msw is to the compiler: nothing but its own class will do. */
class ForeignHandler {
  protected resolver = undefined;
}

test("the handlers can be given to the msw of a project, whose types are others", () => {
  const handlers: ForeignHandler[] = referenceHandlers<ForeignHandler>({ merchants: [] });
  expect(handlers.length).toBeGreaterThan(0);
});
