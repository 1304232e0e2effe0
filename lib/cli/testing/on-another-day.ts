/** Preloaded by Node: moves the clock of a command to the time that `TODAY` names. Time passes as usual. */
const shift = Date.parse(process.env["TODAY"] ?? "") - Date.now();
const { now } = Date;

globalThis.Date = new Proxy(Date, {
  construct: (date, args, subject) =>
    // oxlint-disable-next-line typescript/no-unsafe-return -- an instance of Date
    Reflect.construct(date, args.length === 0 ? [now() + shift] : args, subject),
  get: (date, name, subject) => (name === "now" ? () => now() + shift : Reflect.get(date, name, subject)),
});
