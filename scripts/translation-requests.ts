import { contentFeatures } from './translation-requests/content.ts'
import type { RequestFeature } from './translation-requests/feature.ts'
import { settingFeatures } from './translation-requests/setting.ts'
import { toolFeatures } from './translation-requests/tool.ts'

export const requestFeatures: readonly RequestFeature[] = [...contentFeatures, ...toolFeatures, ...settingFeatures]
