import { Outlet } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Row, Stack } from '../../components/layout.tsx'
import { Library } from '../library.tsx'
import { Footer } from './footer.tsx'
import { PageMain } from './page-main.tsx'
import { PhoneBar } from './phone-bar.tsx'
import css from './shell.module.css'
import { ShortPasswordNotice } from './short-password-notice.tsx'
import { SideMenu } from './side-menu.tsx'

/**
 * Pages of signed-in users, with the side menu beside them, or the bar below them on phones. Waits for the texts that
 * its pages read without a hook.
 */
export function ConsoleFrame() {
  useTranslation('errors')
  return (
    <Library>
      <Row gap={0} align="stretch" grow className={css.consoleBody}>
        <SideMenu />
        <Stack gap={0} grow>
          <PageMain className={css.consoleMain} notice={<ShortPasswordNotice />}>
            <Outlet />
          </PageMain>
          <Footer />
        </Stack>
        <PhoneBar />
      </Row>
    </Library>
  )
}

/** A tool that fills the window below the top bar, beside the side menu, with its own scrolling. */
export function ToolFrame() {
  useTranslation('errors')
  return (
    <Library>
      <Row gap={0} align="stretch" grow className={css.consoleBody}>
        <SideMenu />
        <PageMain className={css.toolMain}>
          <Outlet />
        </PageMain>
        <PhoneBar />
      </Row>
    </Library>
  )
}
