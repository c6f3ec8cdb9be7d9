/** The vocabularies with a counter. */
export type EncodingName = 'o200k_base' | 'cl100k_base'

/** OpenAI's models before gpt-4o and its embeddings. */
const olderModels = /^(ft:)?(gpt-4(?![.o\d])|gpt-3\.5|gpt-35|text-embedding-|davinci-002|babbage-002)/

/** The vocabulary for counting a model; newer models and those of other makers are closest to o200k. */
export const encodingOf = (model: string): EncodingName => (olderModels.test(model) ? 'cl100k_base' : 'o200k_base')
