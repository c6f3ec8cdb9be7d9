import { createObjectFinder, fileInAddress, type ObjectFields } from '../../core/object-fields.ts'

const bothWays = (names: readonly string[]): string[] =>
  names.flatMap((name) => [name, name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)])

/** https://ai.google.dev/api/generate-content and Vertex AI's form of it, read 2026-11-28 */
export const geminiObjectFields: ObjectFields = {
  anywhere: bothWays([
    'cachedContent',
    'fileSearchStoreNames',
    'datastore',
    'engine',
    'ragCorpus',
    'ragCorpora',
    'ragFileIds',
    'gcsUri',
    'storageUri',
    'outputGcsUri',
    'fileId',
  ]),
  addresses: bothWays(['fileUri']),
  idInAddress: fileInAddress,
  data: bothWays(['args', 'response', 'functionDeclarations', 'responseSchema', 'responseJsonSchema', 'labels']),
}

export const findGeminiObjects = createObjectFinder(geminiObjectFields)
