import type { UserSession } from '@sluice/contract/session'
import type { User } from '@sluice/contract/user'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useConfirmAction } from '../../../components/confirm-action.tsx'
import layout from '../../../components/layout.module.css'
import { Row, Stack } from '../../../components/layout.tsx'
import { LoadState } from '../../../components/load-state.tsx'
import texts from '../../../components/text.module.css'
import { TimeText } from '../../../components/time-text.tsx'
import { describeAgent } from '../../../lib/describe-agent.ts'
import { may, useSessionUser } from '../../../lib/session.ts'
import { toastSuccess } from '../../../lib/toasts.ts'
import css from './account.module.css'
import { accountSessionsQuery, endSessionOf, endSessionsOf } from './queries.ts'

/** Where the account is logged in. Ending a session logs it out there. */
export function SessionsTab({ user }: { user: User }) {
  const { t } = useTranslation('account')
  const query = useQuery(accountSessionsQuery(user.id))
  const mayEnd = may(useSessionUser(), 'user.write')
  const client = useQueryClient()
  const confirm = useConfirmAction()
  const end = useMutation({
    mutationFn: (sid: string | null) => (sid === null ? endSessionsOf(user.id) : endSessionOf(user.id, sid)),
    onSuccess: () => {
      toastSuccess(t('sessions.done'))
      return client.invalidateQueries(accountSessionsQuery(user.id))
    },
  })
  const endAll = () =>
    confirm({
      title: t('sessions.endAllTitle', { name: user.username }),
      consequence: t('sessions.endAllText'),
      confirm: t('sessions.endAll'),
      run: () => end.mutateAsync(null),
    })
  return (
    <LoadState query={query} rows={4} place="page">
      {(sessions) =>
        sessions.length === 0 ? (
          <p className={texts.help}>{t('empty.sessions')}</p>
        ) : (
          <>
            <Stack as="ul" gap={0} className={`${css.sessions} ${layout.notice}`}>
              {sessions.map((session) => (
                <SessionRow key={session.sid} session={session} onEnd={mayEnd ? () => end.mutate(session.sid) : null} />
              ))}
            </Stack>
            {mayEnd && sessions.some(({ current }) => !current) && (
              <Button danger onClick={endAll}>
                {t('sessions.endAll')}
              </Button>
            )}
          </>
        )
      }
    </LoadState>
  )
}

/** `onEnd`: null for viewers who may not end it. */
function SessionRow({ session, onEnd }: { session: UserSession; onEnd: (() => void) | null }) {
  const { t } = useTranslation('account')
  const { browser, system } = describeAgent(session.user_agent)
  const device = [browser, system].filter(Boolean).join(' · ') || t('sessions.unknown')
  return (
    <Row as="li" gap={[4, 16]} wrap justify="between">
      <div>
        <strong title={session.user_agent}>{device}</strong>
        <Row as="p" gap={[0, 12]} wrap className={texts.help}>
          <span>{t('sessions.ip', { ip: session.ip })}</span>
          <span>
            {t('sessions.created')} <TimeText seconds={session.created_at} />
          </span>
          <span>
            {t('sessions.seen')} <TimeText seconds={session.last_active_at} />
          </span>
        </Row>
      </div>
      {session.current && <span className={texts.faint}>{t('sessions.current')}</span>}
      {!session.current && onEnd !== null && (
        <Button aria-label={t('sessions.endLabel', { device })} onClick={onEnd}>
          {t('sessions.end')}
        </Button>
      )}
    </Row>
  )
}
