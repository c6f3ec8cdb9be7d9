/** Whether this is the packaged executable, which holds its modules and files in itself (`scripts/build-executable.ts`). */
const isPackaged = import.meta.path.startsWith('/$bunfs/')

/** The address of a worker's module, by its path below `server/src`. */
export const workerAddress = (path: string): string =>
  new URL(isPackaged ? `./server/src/${path}` : `../${path}`, import.meta.url).href

/**
 * The files in the executable whose path in the checkout begins with `folder`: the rest of that path to the path where they
 * are read. Null where the program runs from a checkout.
 */
export function packagedFiles(folder: string): ReadonlyMap<string, string> | null {
  if (!isPackaged) return null
  const files = new Map<string, string>()
  // The runtime types them as Blobs, whose name only its files have.
  for (const { name } of Bun.embeddedFiles as readonly (Blob & { name?: string })[])
    if (name?.startsWith(folder)) files.set(name.slice(folder.length), `/$bunfs/root/${name}`)
  return files
}
