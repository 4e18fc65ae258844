/** A part of an input under construction: how the harness reaches it, and what people call it. */
export interface Place {
  /** An lvalue of the harness. */
  readonly lvalue: string;
  /** The C expression over F's parameters that users see: `list->next->value`. */
  readonly name: string;
  /** Its declared type forbids assignment, so it is written by copying bytes. */
  readonly constant: boolean;
  /** Reached as the only target of a pointer: how to write the pointer, so that members read `p->x`, not `p[0].x`. */
  readonly pointer: { readonly lvalue: string; readonly name: string } | null;
}

export function variable(lvalue: string, name: string): Place {
  return { lvalue, name, constant: false, pointer: null };
}

export function member(place: Place, field: string, constant: boolean): Place {
  const { pointer } = place;
  return {
    lvalue: pointer !== null ? `${pointer.lvalue}->${field}` : `${place.lvalue}.${field}`,
    name: pointer !== null ? `${pointer.name}->${field}` : `${place.name}.${field}`,
    constant: place.constant || constant,
    pointer: null,
  };
}

export function element(place: Place, index: number, constant: boolean): Place {
  return {
    lvalue: `${place.lvalue}[${index}]`,
    name: `${place.name}[${index}]`,
    constant: place.constant || constant,
    pointer: null,
  };
}

/** Element `index` of what the pointer `base` (shown as `name`) points to; `single` when there is just one. */
export function target(base: string, name: string, index: number, single: boolean, constant: boolean): Place {
  return {
    lvalue: `${base}[${index}]`,
    name: `${name}[${index}]`,
    constant,
    pointer: single ? { lvalue: base, name } : null,
  };
}
