// Errors: what a command fails with, on both sides of the extension. They cross every hop whole, as a Fault.

import { HINTS, type ErrorCode } from "../generated/registry";

export interface Fault {
  code: ErrorCode;
  message: string;
  hint: string;
  details: Record<string, unknown>;
}

export class CommandError extends Error {
  readonly code: ErrorCode;
  readonly details: Record<string, unknown>;
  readonly hint: string;

  constructor(code: ErrorCode, message: string, details: Record<string, unknown> = {}, hint = HINTS[code]) {
    super(message);
    this.name = "CommandError";
    this.code = code;
    this.details = details;
    this.hint = hint;
  }

  static fromFault(fault: Fault): CommandError {
    return new CommandError(fault.code, fault.message, fault.details, fault.hint);
  }

  toFault(): Fault {
    return { code: this.code, message: this.message, hint: this.hint, details: this.details };
  }
}

/** What was thrown, as a fault: anything but a CommandError is a fault of clz itself. */
export function faultOf(thrown: unknown): Fault {
  if (thrown instanceof CommandError) return thrown.toFault();
  const message = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
  const details = thrown instanceof Error && thrown.stack ? { stack: thrown.stack.slice(0, 2_000) } : {};
  return new CommandError("INTERNAL", message, details).toFault();
}
