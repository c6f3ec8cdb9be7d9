/** Whether this is the packaged executable, which contains its modules and files (`scripts/build-executable.ts`). */
const isPackaged = import.meta.path.startsWith('/$bunfs/')

/** The address of a worker's module, by its path below `server/src`. */
export const workerAddress = (path: string): string =>
  new URL(isPackaged ? `./server/src/${path}` : `../${path}`, import.meta.url).href

/**
 * The files in the executable whose path in the checkout starts with `folder`: the rest of that path → the path in the
 * executable. Null if the program runs from a checkout.
 */
export function packagedFiles(folder: string): ReadonlyMap<string, string> | null {
  if (!isPackaged) return null
  const files = new Map<string, string>()
  // The cast: the type is `Blob`, but embedded files have a name.
  for (const { name } of Bun.embeddedFiles as readonly (Blob & { name?: string })[])
    if (name?.startsWith(folder)) files.set(name.slice(folder.length), `/$bunfs/root/${name}`)
  return files
}
