// Turns: letting the page do what it has put off, its promises among it, before the next thing is done to it.

const channel = new MessageChannel();
const turns: Array<() => void> = [];
channel.port1.onmessage = () => turns.shift()?.();

/** Timers would be held back in a background tab. */
export function turn(): Promise<void> {
  return new Promise((resolve) => {
    turns.push(resolve);
    channel.port2.postMessage(null);
  });
}
