import type { Tool } from '../../core/chat/chat-request.ts'

const nameLengthMax = 128

/**
 * `name` in the characters that Anthropic allows. Names of OpenAI clients pass unchanged; Gemini's may contain dots.
 */
export const anthropicToolName = (name: string): string =>
  name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, nameLengthMax) || '_'

/** The same for ids of calls, which another upstream may have created. */
export const anthropicCallId = (id: string): string => id.replace(/[^A-Za-z0-9_-]/g, '_') || '_'

/** Restores the names of `tools` that were changed for the upstream. */
export function createToolNameReader(tools: readonly Tool[] | undefined): (wireName: string) => string {
  const changed = new Map<string, string>()
  for (const { name } of tools ?? []) {
    const wireName = anthropicToolName(name)
    if (wireName !== name) changed.set(wireName, name)
  }
  return (wireName) => changed.get(wireName) ?? wireName
}
