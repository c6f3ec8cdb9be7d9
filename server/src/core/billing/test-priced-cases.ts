import { costCases } from './priced-cases/test-cost-cases.ts'
import { fixedPriceCases, groupCases, roundingCases } from './priced-cases/test-group-cases.ts'
import { audioCases, imageCases } from './priced-cases/test-media-cases.ts'
import type { PricedCase } from './priced-cases/test-priced-case.ts'
import { combinedCases, lengthCases, timeCases } from './priced-cases/test-rule-cases.ts'
import { servedCases } from './priced-cases/test-served-cases.ts'
import { cacheCases, textCases } from './priced-cases/test-text-cases.ts'
import { toolCases } from './priced-cases/test-tool-cases.ts'
import { unitCases } from './priced-cases/test-unit-cases.ts'

export const pricedCases: readonly PricedCase[] = [
  ...textCases,
  ...cacheCases,
  ...audioCases,
  ...imageCases,
  ...groupCases,
  ...roundingCases,
  ...fixedPriceCases,
  ...toolCases,
  ...lengthCases,
  ...timeCases,
  ...combinedCases,
  ...servedCases,
  ...unitCases,
  ...costCases,
]
