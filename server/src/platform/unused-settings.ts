/** Settings of other gateways that this one does not read; docs/configuration.md gives the reasons. */
export const unusedSettings = [
  'GIN_MODE',
  'DEBUG',
  'SQL_MAX_IDLE_CONNS',
  'SQL_MAX_OPEN_CONNS',
  'SQL_MAX_LIFETIME',
  'REDIS_POOL_SIZE',
  'MEMORY_CACHE_ENABLED',
  'BATCH_UPDATE_ENABLED',
  'BATCH_UPDATE_INTERVAL',
  'NODE_TYPE',
  'FRONTEND_BASE_URL',
  'FORCE_STREAM_OPTION',
  'GET_MEDIA_TOKEN',
  'GET_MEDIA_TOKEN_NOT_STREAM',
  'GEMINI_VISION_MAX_IMAGE_NUM',
  'GEMINI_SAFETY_SETTING',
  'GEMINI_MODEL_MAP',
  'AZURE_DEFAULT_API_VERSION',
  'COHERE_SAFETY_SETTING',
  'DIFY_DEBUG',
  'NOTIFY_LIMIT_COUNT',
  'NOTIFICATION_LIMIT_DURATION_MINUTE',
  'ENABLE_PPROF',
] as const

/** The ones that `environment` sets, for a warning to operators who migrate. */
export const unusedSettingsIn = (environment: Record<string, string | undefined>): string[] =>
  unusedSettings.filter((name) => (environment[name] ?? '') !== '')
