/**
 * The id of a sound in an answer of the gateway, which stores none. Clients repeat their messages whole, so it comes
 * back in the next turn. OpenAI's ids have many more digits.
 */
export const buildSoundId = (index: number): string => `audio_${index}`

/** Whether the gateway itself made the id: it names nothing that is stored anywhere. */
export const isBuiltSoundId = (id: string): boolean => /^audio_\d{1,4}$/.test(id)
