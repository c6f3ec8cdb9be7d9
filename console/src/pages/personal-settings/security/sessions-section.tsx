import LaptopOutlined from '@ant-design/icons/es/icons/LaptopOutlined'
import MobileOutlined from '@ant-design/icons/es/icons/MobileOutlined'
import type { SessionItem } from '@sluice/contract/session'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { CardFooter } from '../../../components/card.tsx'
import { ColorTag } from '../../../components/color-tag.tsx'
import { useConfirmAction } from '../../../components/confirm-action.tsx'
import { Row } from '../../../components/layout.tsx'
import { LoadState } from '../../../components/load-state.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import { api } from '../../../lib/api.ts'
import { describeAgent, isPhoneAgent } from '../../../lib/describe-agent.ts'
import { sessionsQuery } from '../../../lib/user-queries.ts'
import css from '../personal-settings.module.css'
import { Section, SettingRow } from '../section.tsx'
import { useAction } from '../use-action.ts'

const refresh = sessionsQuery.queryKey

/** The sessions of this account. */
export function SessionsSection() {
  const { t } = useTranslation('personal-settings')
  const query = useQuery(sessionsQuery)
  const confirm = useConfirmAction()
  const endOthers = useAction(() => api('DELETE /api/user/self/sessions'), {
    done: t('session.endOthersDone'),
    refresh,
  })
  const ask = () =>
    confirm({
      title: t('session.endOthersTitle'),
      consequence: t('session.endOthersText'),
      confirm: t('session.confirm'),
      run: () => endOthers.mutateAsync(),
    })
  const hasOthers = query.data?.some(({ current }) => !current) ?? false
  return (
    <Section id="sessions" purpose={t('purposeOf.sessions')}>
      <LoadState query={query} rows={4}>
        {(sessions) => (
          <ul className={css.rows}>
            {sessions.map((session) => (
              <li key={session.id}>
                <SessionRow session={session} />
              </li>
            ))}
          </ul>
        )}
      </LoadState>
      {hasOthers && (
        <CardFooter>
          <Button danger onClick={ask}>
            {t('session.endOthers')}
          </Button>
        </CardFooter>
      )}
    </Section>
  )
}

function SessionRow({ session }: { session: SessionItem }) {
  const { t } = useTranslation('personal-settings')
  const confirm = useConfirmAction()
  const agent = describeAgent(session.user_agent)
  const known = [agent.browser, agent.system].filter((name) => name !== '')
  const device = known.length === 2 ? t('session.device', { ...agent }) : (known[0] ?? t('session.unknown'))
  const end = useAction(() => api('DELETE /api/user/self/sessions/:id', { params: { id: session.id } }), {
    done: t('session.ended'),
    refresh,
  })
  const ask = () =>
    confirm({
      title: t('session.endTitle'),
      consequence: t('session.endText', { device, ip: session.ip }),
      confirm: t('session.confirm'),
      run: () => end.mutateAsync(),
    })
  return (
    <SettingRow
      icon={isPhoneAgent(agent) ? <MobileOutlined /> : <LaptopOutlined />}
      label={
        <>
          <span title={session.user_agent}>{device}</span>
          {session.current && <ColorTag color="teal">{t('session.current')}</ColorTag>}
        </>
      }
      help={
        <Row as="span" gap={[0, 12]} align="stretch" wrap>
          <span>
            {t('session.ip')} {session.ip}
          </span>
          <span>
            {t('session.created')} <TimeText seconds={session.created_at} />
          </span>
          <span>
            {t('session.lastSeen')} <TimeText seconds={session.last_seen_at} />
          </span>
        </Row>
      }
      actions={
        !session.current && (
          <Button aria-label={t('session.endLabel', { device })} onClick={ask}>
            {t('session.end')}
          </Button>
        )
      }
    />
  )
}
