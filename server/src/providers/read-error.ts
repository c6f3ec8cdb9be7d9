import type { OpenaiErrorObject } from '../protocols/openai-errors.ts'

/** Reads the error of a refused call from its headers and body; null when it finds none. */
export type ReadError = (answer: { headers: Headers; text: string }) => OpenaiErrorObject | null

/** The type of OpenAI's or Anthropic's format that an error means; undefined = the host's own type is right. */
export type TypeOfError = (error: Pick<OpenaiErrorObject, 'message' | 'type' | 'code'>) => string | undefined

/**
 * Types by a host's own codes or type names, and by the beginning of its messages: an error may repeat the caller's
 * words, but does not begin with them.
 */
export const errorTypes =
  (
    byName: Readonly<Record<string, string>>,
    byMessage: readonly (readonly [start: RegExp, type: string])[] = [],
  ): TypeOfError =>
  ({ message, type, code }) => {
    const name = [String(code ?? ''), type].find((one) => Object.hasOwn(byName, one))
    return name === undefined ? byMessage.find(([start]) => start.test(message))?.[1] : byName[name]
  }
