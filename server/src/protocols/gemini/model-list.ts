import { isRecord, type JsonRecord, recordsOf, textOf } from '@sluice/contract/read-json'
import { field, protoNumberOf } from './wire.ts'

export interface GeminiModel {
  /** Without `models/`. */
  id: string
  /** Methods, such as generateContent, embedContent. */
  methods: string[]
  inputTokensMax: number | null
  outputTokensMax: number | null
}

export interface GeminiModelPage {
  models: GeminiModel[]
  /** The token of the next page; null = this was the last. */
  nextPageToken: string | null
}

/** A page of `GET /v1beta/models`. */
export function parseGeminiModelList(body: unknown): GeminiModelPage {
  const page = isRecord(body) ? body : {}
  const models = recordsOf(page.models).map(parseModel)
  return {
    models: models.filter(({ id }) => id !== ''),
    nextPageToken: textOf(field(page, 'nextPageToken')) || null,
  }
}

function parseModel(model: JsonRecord): GeminiModel {
  const methods = field(model, 'supportedGenerationMethods')
  return {
    id: textOf(model.name).replace(/^models\//, ''),
    methods: Array.isArray(methods) ? methods.filter((method) => typeof method === 'string') : [],
    inputTokensMax: protoNumberOf(field(model, 'inputTokenLimit')) ?? null,
    outputTokensMax: protoNumberOf(field(model, 'outputTokenLimit')) ?? null,
  }
}

/** One model in the form of `GET /v1beta/models/{model}`. Unknown limits are omitted. */
export function buildGeminiModel(model: GeminiModel): JsonRecord {
  const { id, methods, inputTokensMax, outputTokensMax } = model
  return {
    name: `models/${id}`,
    baseModelId: id,
    displayName: id,
    ...(inputTokensMax === null ? {} : { inputTokenLimit: inputTokensMax }),
    ...(outputTokensMax === null ? {} : { outputTokenLimit: outputTokensMax }),
    supportedGenerationMethods: methods,
  }
}

/** A page of models. */
export const buildGeminiModelList = ({ models, nextPageToken }: GeminiModelPage): JsonRecord => ({
  models: models.map(buildGeminiModel),
  ...(nextPageToken === null ? {} : { nextPageToken }),
})
