import { expect, test } from "vitest";
import { isPublic, mayBePublic } from "./public-addresses";

test.each([
  "8.8.8.8",
  "93.184.216.34",
  "100.63.255.255",
  "100.128.0.1",
  "172.15.255.255",
  "172.32.0.1",
  "223.255.255.255",
  "2606:4700::1111",
  "[2a00:1450:4001::8]",
  "::ffff:8.8.8.8",
  "64:ff9b::8.8.8.8",
  "2002:808:808::1",
])("%s is public", (address) => {
  expect(isPublic(address)).toBe(true);
});

test.each([
  "0.0.0.0",
  "10.1.2.3",
  "100.64.0.1",
  "100.127.255.255",
  "127.0.0.1",
  "127.255.255.254",
  "169.254.169.254",
  "172.16.0.1",
  "172.31.255.255",
  "192.0.0.170",
  "192.168.0.1",
  "198.18.0.1",
  "224.0.0.251",
  "239.255.255.250",
  "255.255.255.255",
  "240.0.0.1",
  "::",
  "::1",
  "[::1]",
  "fe80::1",
  "fe80::1%eth0",
  "fc00::1",
  "fd12:3456::1",
  "fec0::1",
  "ff02::1",
  "2001:db8::1",
  "2001:0:4136:e378:8000:63bf:3fff:fdd2",
  "::ffff:127.0.0.1",
  "::ffff:a9fe:a9fe",
  "::ffff:10.0.0.1",
  "::127.0.0.1",
  "64:ff9b::10.0.0.1",
  "64:ff9b:1::1",
  "64:ff9b::a9fe:a9fe",
  "2002:7f00:1::1",
  "2002:c0a8:1::1",
  "",
  "no address",
])("%j is not public", (address) => {
  expect(isPublic(address)).toBe(false);
});

// Every one of them is 127.0.0.1, or this machine by name.
test.each([
  "http://2130706433/",
  "http://0x7f000001/",
  "http://0177.0.0.1/",
  "http://127.1/",
  "http://0x7f.1/",
  "http://127.0.0.1./",
  "http://[::ffff:7f00:1]/",
  "http://[0:0:0:0:0:ffff:127.0.0.1]/",
  "http://①②⑦.0.0.1/",
  "http://localhost/",
  "http://LOCALHOST./",
  "http://a.localhost/",
  "file:///etc/passwd",
])("%s is nothing public, however it is written", (url) => {
  expect(mayBePublic(new URL(url).hostname)).toBe(false);
});

test.each(["http://example.com/", "http://8.8.8.8/", "http://134744072/", "http://localhost.example/"])(
  "%s may be public",
  (url) => {
    expect(mayBePublic(new URL(url).hostname)).toBe(true);
  },
);
