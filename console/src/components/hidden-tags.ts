/** How many tags of a field are hidden; nothing where none is, for which the library would write `+ 0 ...`. */
export const hiddenTags = (hidden: readonly unknown[]): string | null =>
  hidden.length > 0 ? `+${hidden.length}` : null
