import { createServer, type Server } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { bodyParser } from "@koa/bodyparser";
import express, { type ErrorRequestHandler } from "express";
import fastify from "fastify";
import { Hono } from "hono";
import Joi from "joi";
import Koa from "koa";
import * as yup from "yup";
import { z } from "zod";
import { enveloped, type Service, UNAUTHORIZED } from "./service.ts";

const ROOT = "/abc/v1/webhook";
const MAX_CHARS = 512;

/** A small service in the manner of a framework, with its own defaults for whatever is not said. */
export type Framework = (service: Service) => Promise<Server>;

export const frameworks = {
  "express 5 and joi": async (service) => {
    const schema = Joi.object({
      callbackUrl: Joi.string()
        .uri({ scheme: ["https"] })
        .max(MAX_CHARS)
        .required(),
    });
    const app = express();
    app.use(express.json());
    app.use((request, response, next) => {
      response.locals["owner"] = service.ownerOf(request.get("x-api-key"));
      if (response.locals["owner"] === undefined) response.status(401).json(UNAUTHORIZED);
      else next();
    });
    app.post(`${ROOT}/register`, ({ body }, response) => {
      const { error, value } = schema.validate(body, { stripUnknown: true });
      send(
        response,
        error === undefined && value !== undefined
          ? service.register(response.locals["owner"], value.callbackUrl)
          : undefined,
      );
    });
    app.post(`${ROOT}/query`, (_, response) => send(response, service.query(response.locals["owner"])));
    app.post(`${ROOT}/disable`, (_, response) => send(response, service.disable(response.locals["owner"])));
    app.use(refuse);
    return createServer((request, response) => void app(request, response));
  },

  "fastify 5 and its own ajv": async (service) => {
    const app = fastify();
    app.setErrorHandler(async (_error, _request, reply) => reply.code(400).send(enveloped(undefined).body));
    const owner = (headers: Readonly<Record<string, unknown>>) =>
      service.ownerOf(String(headers["x-api-key"])) ?? "";
    app.addHook("onRequest", async ({ headers }, reply) =>
      owner(headers) === "" ? reply.code(401).send(UNAUTHORIZED) : undefined,
    );
    const url = { type: "string", format: "uri", pattern: "^https://[^/?#:]", maxLength: MAX_CHARS };
    const schema = {
      body: { type: "object", required: ["callbackUrl"], properties: { callbackUrl: url } },
    };
    app.post<{ Body: { callbackUrl: string } }>(
      `${ROOT}/register`,
      { schema },
      async ({ headers, body }) => enveloped(service.register(owner(headers), body.callbackUrl)).body,
    );
    for (const operation of ["query", "disable"] as const)
      app.post(`${ROOT}/${operation}`, async ({ headers }, reply) => {
        const { status, body } = enveloped(service[operation](owner(headers)));
        return reply.code(status).send(body);
      });
    await app.ready();
    return app.server;
  },

  "hono 4 and zod": async (service) => {
    const schema = z.object({ callbackUrl: z.url({ protocol: /^https$/ }).max(MAX_CHARS) });
    const app = new Hono<{ Variables: { owner: string } }>();
    app.use(async (context, next) => {
      const owner = service.ownerOf(context.req.header("x-api-key"));
      if (owner === undefined) return context.json(UNAUTHORIZED, 401);
      context.set("owner", owner);
      return next();
    });
    app.post(`${ROOT}/register`, async (context) => {
      const { data } = schema.safeParse(await context.req.json().catch(() => undefined));
      if (data === undefined) return context.json(enveloped(undefined).body, 400);
      return context.json(enveloped(service.register(context.get("owner"), data.callbackUrl)).body);
    });
    for (const operation of ["query", "disable"] as const)
      app.post(`${ROOT}/${operation}`, (context) => {
        const data = service[operation](context.get("owner"));
        return context.json(enveloped(data).body, data === undefined ? 400 : 200);
      });
    const listener = getRequestListener(app.fetch);
    return createServer((request, response) => void listener(request, response));
  },

  "koa 3 and yup": async (service) => {
    const url = yup
      .string()
      .strict()
      .url()
      .matches(/^https:\/\//i);
    const schema = yup.object({ callbackUrl: url.max(MAX_CHARS).required() });
    const app = new Koa();
    app.silent = true;
    app.use(async (context, next) => {
      context.state["owner"] = service.ownerOf(context.get("x-api-key"));
      if (context.state["owner"] !== undefined) return next();
      [context.status, context.body] = [401, UNAUTHORIZED];
      return undefined;
    });
    app.use(async (context, next) => next().catch(() => put(context, undefined)));
    app.use(bodyParser());
    app.use(async (context) => {
      const { owner } = context.state;
      const { method, path, request } = context;
      put(context, method === "POST" ? await performed(path, owner, request.body) : undefined);
    });
    async function performed(path: string, owner: string, body: unknown): Promise<unknown> {
      if (path === `${ROOT}/query`) return service.query(owner);
      if (path === `${ROOT}/disable`) return service.disable(owner);
      if (path !== `${ROOT}/register` || !(await schema.isValid(body))) return undefined;
      return service.register(owner, (await schema.validate(body)).callbackUrl);
    }
    return createServer((request, response) => void app.callback()(request, response));
  },
} satisfies Readonly<Record<string, Framework>>;

/** Express knows a handler of errors by its four parameters. */
const refuse: ErrorRequestHandler = (_error, _request, response, _next) => send(response, undefined);

function send(response: express.Response, data: unknown): void {
  const { status, body } = enveloped(data);
  response.status(status).json(body);
}

function put(context: Koa.Context, data: unknown): void {
  const { status, body } = enveloped(data);
  [context.status, context.body] = [status, body];
}
