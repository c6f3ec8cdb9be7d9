import { GatewayError } from '../../core/errors.ts'

/** Top-level fields that decide what is done, what it costs, or what is looked through. */
const decisive: ReadonlySet<string> = new Set([
  ...['model', 'n', 'batch_size', 'size', 'image_size', 'quality', 'partial_images', 'input_fidelity'],
  ...[
    'stream',
    'stream_options',
    'stream_format',
    'max_tokens',
    'max_completion_tokens',
    'max_output_tokens',
  ],
  ...['messages', 'system', 'prompt', 'input', 'instructions', 'query', 'documents', 'image', 'images'],
  ...['tools', 'web_search_options'],
])

/**
 * Refuses `Model` beside or in place of `model`: many readers take both for one field, the last for the one that counts,
 * so that another model or number would be made than the one that is paid for. Throws GatewayError `invalid_request`.
 */
export function refuseLookalikes(names: Iterable<string>): void {
  for (const name of names) {
    if (decisive.has(name)) continue
    // Both ways: the long s has a small letter of its own, the Kelvin sign a large one.
    const folded = name.toUpperCase().toLowerCase()
    if (!decisive.has(folded)) continue
    const reason = `the field ${JSON.stringify(name)} is written ${folded}`
    throw new GatewayError('invalid_request', { reason })
  }
}
