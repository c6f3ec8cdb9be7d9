import { expect, test } from 'bun:test'
import { readVector } from '../../core/embeddings.ts'
import { contextualEmbeddings } from './embeddings.ts'
import { perplexity } from './index.ts'

test('texts for a model with context are the parts of one document', () => {
  const model = 'pplx-embed-context-v1-4b'
  expect(perplexity.embeddingsOf?.(model)).toBe(contextualEmbeddings)
  expect(contextualEmbeddings.build({ texts: ['a', 'b'], dimensions: 128 }, model)).toEqual({
    model,
    input: [['a', 'b']],
    dimensions: 128,
    encoding_format: 'base64_int8',
  })
  const call = { operation: 'embeddings', path: '/v1/embeddings', isStream: false, key: 'k' } as const
  const more = { settings: { claudeHeaders: {}, geminiVersions: {} }, upstreamModel: model }
  const channel = { baseUrl: null, organization: null, other: '' }
  expect(perplexity.urlOf({ ...call, ...more, channel })).toBe('https://api.perplexity.ai/v1/contextualizedembeddings')
})

test('the vectors of all documents are read in their order', () => {
  const vector = (index: number, embedding: string) => ({ object: 'embedding', index, embedding })
  const data = [
    { object: 'list', index: 1, data: [vector(0, 'fw==')] },
    { object: 'list', index: 0, data: [vector(1, 'gA=='), vector(0, 'AAE=')] },
  ]
  expect(contextualEmbeddings.parse({ object: 'list', data }).map(readVector)).toEqual([[0, 1], [-128], [127]])
})
