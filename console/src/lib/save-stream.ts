import { saveBlob } from './save-text.ts'

/** The part of the File System Access API that is used; browsers without it have no such function. */
interface FilePicker {
  showSaveFilePicker?(options: { suggestedName: string }): Promise<{ createWritable(): Promise<WritableStream> }>
}

/**
 * Saves an answer of any length as a file. Where the browser can write files the answer goes straight to the disk;
 * elsewhere the browser collects it first. Resolves without a file if the user chooses none.
 */
export async function saveStream(name: string, load: (signal: AbortSignal) => Promise<Response>): Promise<void> {
  const { showSaveFilePicker: choose } = window as Window & FilePicker
  const left = new AbortController()
  // The dialog must follow the click, so the file is chosen before anything is loaded.
  const file = await choose?.call(window, { suggestedName: name }).catch(noneIfCancelled)
  if (file === null) return
  const answer = await load(left.signal)
  if (file === undefined || answer.body === null) return saveBlob(name, await answer.blob())
  try {
    await answer.body.pipeTo(await file.createWritable())
  } catch (error) {
    left.abort()
    throw error
  }
}

/** Null where the user closed the dialog; undefined where the page may not open it. */
function noneIfCancelled(error: unknown): null | undefined {
  return error instanceof DOMException && error.name === 'AbortError' ? null : undefined
}
