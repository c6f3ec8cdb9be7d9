import { type JsonRecord, recordsOf, textOf } from '@sluice/contract/read-json'

/** Whether the text is the id of an endpoint: `owner/app`, and mostly a path below it. */
export const isEndpoint = (model: string): boolean =>
  /^[\w.-]+(\/[\w.-]+)+$/.test(model) && !model.split('/').some((part) => part === '.' || part === '..')

const requestForm = /^(?:\/[\w.-]+){2,3}\/requests\/[\w-]+$/

/**
 * The path of an accepted request, by which it is asked for; null = the answer names none. Its host does not count: the
 * channel's is called. https://fal.ai/docs/api-reference/inference-api, read 2026-11-30
 */
export function requestPathIn({ response_url: url }: JsonRecord): string | null {
  const path = URL.canParse(textOf(url)) ? new URL(textOf(url)).pathname : ''
  return requestForm.test(path) ? path : null
}

/** The same for an answer that names none: the app is the first two parts of the endpoint's id. */
export const requestPathOf = (model: string, id: string): string =>
  `/${model.split('/').slice(0, 2).join('/')}/requests/${encodeURIComponent(id)}`

/** Said of the result of a request that has none yet, under status 400. */
export const isEarly = ({ detail }: JsonRecord): boolean => textOf(detail) === 'Request is still in progress'

/**
 * The error of a model or of the queue; null = there is none. `detail` is a text, or a list of errors with a type.
 * https://fal.ai/docs/documentation/model-apis/errors, read 2026-11-30
 */
export function queueErrorOf({ detail, error }: JsonRecord): { code: string; message: string } | null {
  const [first] = recordsOf(detail)
  if (first) return { code: textOf(first.type), message: textOf(first.msg) || textOf(first.type) }
  const message = textOf(detail) || textOf(error)
  return message === '' ? null : { code: '', message }
}

/** The words for an answer whose results are all flagged: it has none of its own. */
export const flaggedText = 'the maker flagged the content as unsafe'

/** Which results the safety checker has made black. */
export const flagsIn = ({ has_nsfw_concepts: flags }: JsonRecord): readonly boolean[] =>
  Array.isArray(flags) ? flags.map((flag) => flag === true) : []
