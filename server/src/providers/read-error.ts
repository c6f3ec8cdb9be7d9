import type { OpenaiErrorObject } from '../protocols/openai-chat/errors.ts'

/** The error of a refused call that says part of it in its headers; null when there is none to be found. */
export type ReadError = (answer: { headers: Headers; text: string }) => OpenaiErrorObject | null
