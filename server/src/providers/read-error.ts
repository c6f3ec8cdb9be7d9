import type { OpenaiErrorObject } from '../protocols/openai-chat/errors.ts'

/** Reads the error of a refused call from its headers and body; null when it finds none. */
export type ReadError = (answer: { headers: Headers; text: string }) => OpenaiErrorObject | null
