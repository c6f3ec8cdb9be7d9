import type { ProviderCases } from '../row.ts'
import { cases as midjourney } from './midjourney.ts'

/** It is called as Midjourney's own proxy is. */
export const cases: ProviderCases = midjourney
