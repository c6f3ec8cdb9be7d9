import { invalidRequest } from '../../core/invalid-request.ts'

/** Top-level fields that decide on the operation, its price, or its screening. */
const decisive: ReadonlySet<string> = new Set([
  'model',
  'n',
  'batch_size',
  'size',
  'image_size',
  'quality',
  'partial_images',
  'input_fidelity',
  'stream',
  'stream_options',
  'stream_format',
  'max_tokens',
  'max_completion_tokens',
  'max_output_tokens',
  'messages',
  'system',
  'prompt',
  'input',
  'instructions',
  'query',
  'documents',
  'image',
  'images',
  'file',
  'mask',
  'tools',
  'web_search_options',
  'service_tier',
  'speed',
  'inference_geo',
  'plugins',
  'enable_search',
  'enable_code_interpreter',
  'guardrails',
  'models',
  'fallbacks',
  'search_parameters',
])

/** No name that folds to a decisive one is longer. */
const lengthMax = 64

/**
 * Refuses `Model` beside or instead of `model`: many parsers treat both as one field and use the last one, so that
 * another model or number would be served than the one that is charged. Throws GatewayError `invalid_request`.
 */
export function refuseAmbiguousFields(names: Iterable<string>): void {
  for (const name of names) {
    if (decisive.has(name) || name.length > lengthMax) continue
    // Both directions: the long s has its own lower case, the Kelvin sign its own upper case.
    const folded = name.toUpperCase().toLowerCase()
    if (!decisive.has(folded)) continue
    throw invalidRequest('fieldSpelling', { written: JSON.stringify(name), field: folded })
  }
}
