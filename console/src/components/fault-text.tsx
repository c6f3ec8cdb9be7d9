import { useTranslation } from 'react-i18next'
import { ApiError } from '../lib/api-client.ts'

/** The message of an error, and the id of the failed request if known. */
export function FaultText({ error }: { error: Error }) {
  const { t } = useTranslation()
  const requestId = error instanceof ApiError ? error.requestId : undefined
  return (
    <>
      {error.message}
      {requestId !== undefined && (
        <div>
          {t('requestId')}
          {t('colon')}
          <code>{requestId}</code>
        </div>
      )}
    </>
  )
}
