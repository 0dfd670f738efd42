import { Outlet } from 'react-router'
import { FlecklePattern, Scallop } from '#web/brand/felt-bands.tsx'
import { paths } from '#web/paths.ts'
import { Brand } from './brand.tsx'
import { MainContent, SkipLink } from './main-content.tsx'

/** The frame of the sign-in, with felt patches beside it, on phones above it. */
export function SignInShell() {
  return (
    <>
      <SkipLink />
      <div className="grid min-h-dvh flex-1 grid-cols-[minmax(0,5fr)_minmax(0,6fr)] max-md:grid-cols-1 max-md:grid-rows-[clamp(4rem,100dvh-38rem,164px)_1fr]">
        <div className="relative overflow-hidden bg-(--fleck-3)">
          <FlecklePattern className="absolute inset-0 size-full" />
          <Scallop className="absolute -bottom-px left-0 w-full md:hidden" />
        </div>
        <MainContent className="grid items-start justify-items-center px-6 py-8 max-md:pt-7 md:pt-[max(2rem,50dvh-20rem)]">
          <div className="w-full max-w-[23.5rem]">
            <Brand
              to={paths.paradeEnrolment}
              reloadDocument
              className="mb-12 w-fit text-[1.125rem]! max-md:mb-6"
            />
            <Outlet />
          </div>
        </MainContent>
      </div>
    </>
  )
}
