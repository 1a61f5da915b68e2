// Lines of a snapshot that `clz snapshot` has written in one, as it does with runs of like elements:
// `- gridcell [clickable] × 3: "1" [ref=e1] | "2" [selected] [ref=e2] | "3" [ref=e3]`.

const FOLDED = /^(- [a-z]+(?: ~?"(?:\\.|[^"\\])*")?)((?: \[[^\]]*\])*) × (\d+): (.+)$/s;
const GUESSES_REPEATED = /^… \d+ × .+ tells them apart$/s;
const PIECE = /^((?:~?"(?:\\.|[^"\\])*")?)\s*((?:\[[^\]]*\]\s*)*)((?::.*)?)$/s;

/** The lines that were folded into it, one an element; null if it does not hold as many as it says. */
export function unfolded(body: string): string[] | null {
  if (GUESSES_REPEATED.test(body)) return [];
  const [, head = "", marks = "", count, run = ""] = FOLDED.exec(body) ?? [];
  if (count === undefined) return [body];
  const pieces = run.includes(" | ") ? run.split(" | ") : run.split(/(?<=\]) (?=\[ref=)/);
  const lines = pieces.map((piece) => {
    const [, name = "", own = "", value = ""] = PIECE.exec(piece.trim()) ?? [null, "", "", `: ${piece.trim()}`];
    return [head, name, `${marks} ${own}`.trim()].filter((part) => part !== "").join(" ") + value;
  });
  return lines.length === Number(count) ? lines : null;
}
