import type { ComponentType } from 'react'
import type { LoaderFunction, RouteObject, ShouldRevalidateFunction } from 'react-router'
import type { Role } from '#worker/domain/codes.ts'
import { loadChunk } from './lib/load-chunk.ts'
import { allowed, onlyFor } from './shell/guards.tsx'
import type { PageHandle } from './shell/page-handle.ts'

type PageModule<Name extends string> = Record<Name, ComponentType> & {
  loader?: LoaderFunction
  shouldRevalidate?: ShouldRevalidateFunction
}

type PageOptions = PageHandle & {
  /** Whoever has one of these roles may see the page; left out: everybody who gets this far. */
  roles?: Role[]
}

/** A page whose code is loaded when somebody goes there: its component and, if any, its loader. */
export function page<Name extends string>(
  path: string,
  load: () => Promise<PageModule<Name>>,
  name: Name,
  { roles, ...handle }: PageOptions,
): RouteObject {
  const lazy = async () => {
    const { [name]: Component, loader, shouldRevalidate } = await loadChunk(load)
    return {
      Component: roles ? allowed(roles, Component) : Component,
      ...(loader && { loader: roles ? onlyFor(roles, loader) : loader }),
      ...(shouldRevalidate && { shouldRevalidate }),
    }
  }
  return { path, lazy, handle }
}
