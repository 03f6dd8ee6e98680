import { expect, test } from "vitest";
import { createAddressGuard } from "../../src/platform/http/address.ts";

const refused = `0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 127.0.0.1 127.1.2.3 169.254.169.254 169.254.170.2
168.63.129.16 172.16.0.1 172.31.255.255 192.0.0.1 192.0.2.1 192.168.0.1 198.18.0.1 198.51.100.7 203.0.113.9 224.0.0.1
239.255.255.255 240.0.0.1 255.255.255.255 :: ::1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:7f00:1 ::ffff:a9fe:a9fe 64:ff9b:: 64:ff9b::7f ::7f
0:0:0:0:0:ffff:127.0.0.1 64:ff9b::127.0.0.1 64:ff9b::10.0.0.1 64:ff9b:1::1 ::127.0.0.1 ::10.0.0.1 100::1 2001::1
2001:db8::1 2002:7f00:1:: 2002:a00:1:: fc00::1 fd00::1 fd00:ec2::254 fe80::1 febf::1 fec0::1 ff02::1 3fff::1
localhost example.com 2130706433 0x7f000001 0177.0.0.1 127.1`.split(/\s+/);

test.each([...refused, ""])("%s is refused", (address) => {
  expect(createAddressGuard()(address)).toBe(false);
});

test.each(["1.1.1.1", "8.8.8.8", "172.32.0.1", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8"])(
  "%s is allowed",
  (address) => {
    expect(createAddressGuard()(address)).toBe(true);
  },
);

test("an operator's list opens what it names, however it is written, and never cloud metadata", () => {
  const guard = createAddressGuard(["127.0.0.0/8", "::1", "169.254.0.0/16", "10.1.2.3"]);
  expect(["127.0.0.1", "::1", "::ffff:127.0.0.1", "10.1.2.3"].map(guard)).toEqual([true, true, true, true]);
  expect(["10.1.2.4", "169.254.169.254", "::ffff:169.254.169.254"].map(guard)).toEqual([false, false, false]);
});
