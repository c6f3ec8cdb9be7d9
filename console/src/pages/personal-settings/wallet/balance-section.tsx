import { accountGroups } from '@sluice/contract/account-groups'
import type { User } from '@sluice/contract/user'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Button, Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import { ColorTag } from '../../../components/color-tag.tsx'
import { Fact, Facts } from '../../../components/facts.tsx'
import layout from '../../../components/layout.module.css'
import { Row } from '../../../components/layout.tsx'
import { QuotaText } from '../../../components/quota-text.tsx'
import texts from '../../../components/text.module.css'
import { formatNumber, formatRatio } from '../../../lib/format.ts'
import css from '../personal-settings.module.css'
import { groupsQuery } from '../queries.ts'
import { Section } from '../section.tsx'
import { InviteCard } from './invite-card.tsx'
import { InviteLink } from './invite-link.tsx'
import { ratioColor } from './transfer.ts'

/** The balance, the used amount, and invitation earnings. */
export function BalanceSection({ user }: { user: User }) {
  return (
    <Section id="balance">
      <div className={css.halves}>
        <BalanceCard user={user} />
        <InviteCard user={user} />
      </div>
      <InviteLink />
    </Section>
  )
}

function BalanceCard({ user }: { user: User }) {
  const { t } = useTranslation('personal-settings')
  return (
    <div className={`${layout.shrink} ${css.half}`}>
      <h3 className={texts.label}>{t('balance.title')}</h3>
      <Row gap={[4, 8]} align="baseline" wrap className={css.headline}>
        <span className={css.bigFigure}>
          <QuotaText value={user.quota} />
        </span>
        <span className={texts.help}>{t('balance.remaining')}</span>
        <TopUpButton />
      </Row>
      <Facts className={css.facts}>
        <Fact label={t('balance.used')}>
          <QuotaText value={user.used_quota} />
        </Fact>
        <Fact label={t('balance.requests')}>{formatNumber(user.request_count)}</Fact>
        <Fact label={t('balance.group')}>
          <GroupText group={user.group} />
        </Fact>
      </Facts>
    </div>
  )
}

function TopUpButton() {
  const { t } = useTranslation('personal-settings')
  const navigate = useNavigate()
  return (
    <Button className={css.headlineAction} onClick={() => navigate({ to: '/topup' })}>
      {t('balance.topUp')}
    </Button>
  )
}

/** The first group with its ratio, and the others, which tokens may use. */
function GroupText({ group }: { group: string }) {
  const { t } = useTranslation('personal-settings')
  const { data: groups } = useQuery(groupsQuery)
  const [first = '', ...others] = accountGroups(group)
  const ratio = groups?.[first]?.ratio
  return (
    <Row as="span" gap={[2, 8]} wrap inline>
      {first}
      {typeof ratio === 'number' && (
        <Tooltip title={t('balance.ratioHint')}>
          <span>
            <ColorTag color={ratioColor(ratio)}>{t('balance.ratio', { ratio: formatRatio(ratio) })}</ColorTag>
          </span>
        </Tooltip>
      )}
      {others.map((name) => (
        <ColorTag key={name} color="neutral">
          {name}
        </ColorTag>
      ))}
    </Row>
  )
}
