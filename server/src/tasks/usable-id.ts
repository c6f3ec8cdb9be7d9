const idLengthMax = 512

/** Whether an id of the upstream can be a part of the addresses of its queries: no segment of it leads elsewhere. */
export const isUsableId = (id: string): boolean =>
  id.length <= idLengthMax && !id.split(/[/\\]/).some((part) => part === '.' || part === '..')
