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
  /** The roles that may open the page; by default all. */
  roles?: Role[]
}

/** A lazily loaded page: its component and, if it exports one, its loader. */
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
