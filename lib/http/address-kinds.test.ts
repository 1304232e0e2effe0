import { expect, test } from "vitest";
import { addressKinds } from "./address-kinds.ts";

test.each([
  ["8.8.8.8", []],
  ["2606:4700::1111", []],
  ["127.0.0.1", ["loopback"]],
  ["127.255.255.254", ["loopback"]],
  ["::1", ["loopback", "translated"]],
  ["10.1.2.3", ["private"]],
  ["172.31.255.255", ["private"]],
  ["172.32.0.0", []],
  ["192.168.0.1", ["private"]],
  ["fd00:ec2::254", ["private"]],
  ["169.254.169.254", ["link-local"]],
  ["fe80::1", ["link-local"]],
  ["0.0.0.0", ["unspecified"]],
  ["0.1.2.3", ["unspecified"]],
  ["::", ["unspecified", "translated"]],
  ["100.64.0.1", ["shared"]],
  ["100.127.255.255", ["shared"]],
  ["100.128.0.0", []],
  ["224.0.0.1", ["multicast"]],
  ["ff02::1", ["multicast"]],
  ["255.255.255.255", ["reserved"]],
  ["192.0.2.1", ["reserved"]],
  ["::ffff:127.0.0.1", ["loopback", "translated"]],
  ["::ffff:7f00:1", ["loopback", "translated"]],
  ["::ffff:8.8.8.8", ["translated"]],
  ["::7f00:1", ["translated"]],
  ["64:ff9b::7f00:1", ["loopback", "translated"]],
  ["64:ff9b::a9fe:a9fe", ["link-local", "translated"]],
  ["64:ff9b::808:808", ["translated"]],
  ["2002:7f00:1::", ["translated"]],
])("%s is of the kinds %j", (address, kinds) => {
  expect(addressKinds(address)).toEqual(kinds);
});
