import { useCallback, useLayoutEffect, useRef } from "react";
import { useLocation, useNavigation } from "react-router";

/**
 * Whether a person is still on this screen, asked before what was waited for leads somewhere: whoever has left, or is on
 * the way to another screen, is not taken along.
 */
export function useIsHere(): () => boolean {
  const { pathname } = useLocation();
  const { location: next } = useNavigation();
  const isLeaving = next !== undefined && next.pathname !== pathname;
  const isHere = useRef(false);
  useLayoutEffect(() => {
    isHere.current = !isLeaving;
    return () => {
      isHere.current = false;
    };
  }, [isLeaving]);
  return useCallback(() => isHere.current, []);
}
