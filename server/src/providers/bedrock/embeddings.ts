import { listOf, recordOf, recordsOf } from '@sluice/contract/read-json'
import type { EmbeddingPurpose, EmbeddingRequest, EmbeddingsWire } from '../../core/embeddings.ts'
import { invalidRequest } from '../../core/invalid-request.ts'
import { defined } from '../../core/json/defined.ts'
import { buildInputReport } from '../../core/usage/usage-report.ts'
import type { CohereEmbedBody, NovaBody, NovaParams, TitanBody } from './wire.ts'

/** Models of Cohere embed a list of texts in a call; all others one text. */
const isCohere = (model: string): boolean => model.includes('cohere.embed')
const isNova = (model: string): boolean => /nova.*embed/.test(model)

/**
 * Embeddings by InvokeModel, whose bodies are those of the model's maker.
 * https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-titan-embed-text.html,
 * …/model-parameters-embed.html and …/nova/latest/userguide/embeddings-schema.html, as known on 2026-11-23
 */
export const bedrockEmbeddings: EmbeddingsWire = {
  takesPurpose: true,
  build(request, model) {
    if (isCohere(model)) return buildCohere(request, model)
    const [text = '', ...more] = request.texts
    if (more.length > 0) throw invalidRequest('oneText')
    return isNova(model) ? buildNova(text, request) : buildTitan(text, request)
  },
  parse(answer) {
    const { embedding, embeddings } = answer
    if (Array.isArray(embedding)) return [listOf(embedding)]
    // Cohere lists vectors, or vectors by their type; Nova lists objects.
    const nova = recordsOf(embeddings).flatMap((one) => (Array.isArray(one.embedding) ? [one.embedding] : []))
    if (nova.length > 0) return nova.map(listOf)
    const listed = Array.isArray(embeddings) ? embeddings : floatsIn(embeddings)
    return listed.filter(Array.isArray).map(listOf)
  },
  /** Only Titan reports tokens in the body. */
  parseUsage({ inputTextTokenCount }) {
    return buildInputReport(inputTextTokenCount)
  },
}

const floatsIn = (embeddings: unknown): readonly unknown[] => listOf(recordOf(embeddings).float)

/** The first version of Titan takes only the text, and refuses dimensions. */
const buildTitan = (inputText: string, { dimensions }: EmbeddingRequest): TitanBody =>
  defined<TitanBody>({ inputText, dimensions })

/** From version 4 on the number of dimensions can be chosen. */
const buildCohere = (
  { texts, dimensions, purpose = 'search_document' }: EmbeddingRequest,
  model: string,
): CohereEmbedBody =>
  defined<CohereEmbedBody>({
    texts,
    input_type: purpose,
    embedding_types: ['float'],
    output_dimension: /embed-v[4-9]/.test(model) ? dimensions : undefined,
  })

const novaPurposes: Readonly<Record<EmbeddingPurpose, string>> = {
  search_document: 'GENERIC_INDEX',
  search_query: 'TEXT_RETRIEVAL',
  classification: 'CLASSIFICATION',
  clustering: 'CLUSTERING',
}

const buildNova = (value: string, { dimensions, purpose = 'search_document' }: EmbeddingRequest): NovaBody => ({
  taskType: 'SINGLE_EMBEDDING',
  singleEmbeddingParams: defined<NovaParams>({
    embeddingPurpose: novaPurposes[purpose],
    embeddingDimension: dimensions,
    text: { truncationMode: 'END', value },
  }),
})
