/** A part of an input or output: how the harness reaches it, and what people call it. */
export interface Place {
  /** An lvalue of the harness. */
  readonly lvalue: string;
  /** The C expression over F's parameters by which options mean it: `list->next->value`, `p[0]`. */
  readonly name: string;
  /** The same as users see it: the only target of a pointer is `*p`. */
  readonly label: string;
  /** Its declared type forbids assignment, so it is written by copying bytes. */
  readonly constant: boolean;
  /** Reached as the only target of a pointer: how to write the pointer, so that members read `p->x`, not `p[0].x`. */
  readonly pointer: { readonly lvalue: string; readonly name: string; readonly label: string } | null;
}

type Named = Pick<Place, 'name' | 'label'>;

export function variable(lvalue: string, name: string): Place {
  return { lvalue, name, label: name, constant: false, pointer: null };
}

export function member(place: Place, field: string, constant: boolean): Place {
  const { pointer } = place;
  return {
    lvalue: pointer !== null ? `${pointer.lvalue}->${field}` : `${place.lvalue}.${field}`,
    name: pointer !== null ? `${pointer.name}->${field}` : `${place.name}.${field}`,
    label: pointer !== null ? `${operand(pointer.label)}->${field}` : `${operand(place.label)}.${field}`,
    constant: place.constant || constant,
    pointer: null,
  };
}

export function element(place: Place, index: number, constant: boolean): Place {
  return {
    lvalue: `${place.lvalue}[${index}]`,
    name: `${place.name}[${index}]`,
    label: `${operand(place.label)}[${index}]`,
    constant: place.constant || constant,
    pointer: null,
  };
}

/** Element `index` of what the pointer `base` (shown as `pointer`) points to; `single` when there is just one. */
export function target(base: string, pointer: Named, index: number, single: boolean, constant: boolean): Place {
  const { name, label } = pointer;
  return {
    lvalue: `${base}[${index}]`,
    name: `${name}[${index}]`,
    label: single ? `*${label}` : `${operand(label)}[${index}]`,
    constant,
    pointer: single ? { lvalue: base, name, label } : null,
  };
}

/** In front of `[`, `.` and `->`. */
function operand(label: string): string {
  return label.startsWith('*') ? `(${label})` : label;
}

/** As a word of a shell's command line. */
export function quoteShell(name: string): string {
  return /^[\w.=]+$/.test(name) ? name : `'${name}'`;
}

/** The part of a stub's name that says for which pointer it stands in. */
export function stubWord(name: string): string {
  return name.replaceAll('->', '__').replace(/\W+/g, '_');
}
