import { Button, type SelectProps } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

export interface OptionsQuery {
  data: unknown
  error: Error | null
  isFetching: boolean
  refetch(): unknown
}

export type OptionsState = Pick<SelectProps, 'loading' | 'notFoundContent' | 'popupRender' | 'status'>

/**
 * What a Select says while its options load and after they failed to: a failure never looks like "there are none".
 * `empty` is said when there are none.
 */
export function useOptionsState(query: OptionsQuery, empty?: ReactNode): OptionsState {
  const { t } = useTranslation()
  if (query.data !== undefined) return empty === undefined ? {} : { notFoundContent: empty }
  if (query.error === null) return { loading: true, notFoundContent: t('loading') }
  const failure = (
    <div role="alert" style={{ padding: '5px 12px' }}>
      {t('table.failedTitle')}: {query.error.message}
      <Button
        size="small"
        type="link"
        loading={query.isFetching}
        // The list must not close before the click arrives.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => query.refetch()}
      >
        {t('actions.retry')}
      </Button>
    </div>
  )
  // In place of the list, also where it would hold what is chosen already.
  return {
    loading: query.isFetching,
    notFoundContent: failure,
    popupRender: () => failure,
    status: 'warning',
  }
}
