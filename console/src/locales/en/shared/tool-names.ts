import type { SameKeys } from '../../same-keys.ts'
import type * as zh from '../../zh/shared/tool-names.ts'

/** Tools that run at an upstream, but for searches. */
export const hostedTools = {
  image_generation: 'Image generation',
  container_1g: 'Container, 1 GB',
  container_4g: 'Container, 4 GB',
  container_16g: 'Container, 16 GB',
  container_64g: 'Container, 64 GB',
  code_execution: 'Code execution',
  google_maps: 'Grounding with maps',
  x_search: 'X search',
  attachment_search: 'Search in attachments',
  search_sources: 'Sources of a search',
  image_search: 'Image search',
  people_search: 'People search',
  finance_search: 'Finance search',
  fetch_url: 'Fetched pages',
  sandbox: 'Sandbox',
  search_request_low: 'Search request, small context',
  search_request_medium: 'Search request, medium context',
  search_request_high: 'Search request, large context',
  search_results: 'Search results',
  search_premium: 'Premium search',
  document_library: 'Document library',
  enable_search: 'Search of Qwen',
  advisor: 'Advisor',
} satisfies SameKeys<typeof zh.hostedTools>

export const toolNames = {
  web_search: 'Web search',
  google_search: 'Google Search',
  file_search: 'File search',
  ...hostedTools,
} satisfies SameKeys<typeof zh.toolNames>
