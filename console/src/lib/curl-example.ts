import { curl } from '@sluice/contract/client-recipes/curl'

/** The first model that can be called by its name: `gpt-4-gizmo-*` is a wildcard. */
export const exampleModel = (models: readonly string[]): string =>
  models.find((model) => !model.includes('*')) ?? 'gpt-4o-mini'

/** A call to paste into a terminal. `site`: the address without a trailing slash. */
export const buildCurlExample = ({ site, key, model }: { site: string; key: string; model: string }): string =>
  curl.code?.({ url: site, key, model, format: 'openai', models: [], site: '' }).text ?? ''
