// Of packages that ship no types: what is used of them here.

declare module "@yaireo/tagify" {
  export default class Tagify {
    readonly value: Array<{ value: string }>;
    constructor(input: Element | null, options: object);
    on(event: string, listener: () => void): void;
  }
}

declare module "frappe-gantt" {
  export interface Task {
    name: string;
    _start: Date;
    _end: Date;
    progress: number;
  }
  export default class Gantt {
    readonly tasks: Task[];
    constructor(stage: Element | null, tasks: object[], options: object);
  }
}

declare module "tom-select" {
  export default class TomSelect {
    constructor(select: Element | null, options: object);
    getValue(): string | string[];
  }
}
