#!/usr/bin/env python3
"""Starts a program on the display $DISPLAY and prints the milliseconds until the middle of the screen is no longer the empty root
window, then the program's process id; it goes on running. first_paint.py PROGRAM ARGUMENT..."""

import ctypes
import subprocess
import sys
import time

EDGE = 64  # the square in the middle that is looked at
ALL_PLANES = ctypes.c_ulong(-1)
Z_PIXMAP = 2


class Image(ctypes.Structure):
    """The beginning of Xlib's XImage, as far as its bytes are needed."""
    _fields_ = [("width", ctypes.c_int), ("height", ctypes.c_int), ("xoffset", ctypes.c_int), ("format", ctypes.c_int),
                ("data", ctypes.POINTER(ctypes.c_char)), ("byte_order", ctypes.c_int), ("bitmap_unit", ctypes.c_int),
                ("bitmap_bit_order", ctypes.c_int), ("bitmap_pad", ctypes.c_int), ("depth", ctypes.c_int), ("bytes_per_line", ctypes.c_int)]


class Screen:
    def __init__(self):
        self.x = ctypes.CDLL("libX11.so.6")
        self.x.XOpenDisplay.restype = ctypes.c_void_p
        self.x.XDefaultRootWindow.argtypes = [ctypes.c_void_p]
        self.x.XDefaultRootWindow.restype = ctypes.c_ulong
        self.x.XGetImage.restype = ctypes.POINTER(Image)
        self.x.XGetImage.argtypes = [ctypes.c_void_p, ctypes.c_ulong, ctypes.c_int, ctypes.c_int, ctypes.c_uint, ctypes.c_uint, ctypes.c_ulong, ctypes.c_int]
        self.x.XDisplayWidth.argtypes = self.x.XDisplayHeight.argtypes = [ctypes.c_void_p, ctypes.c_int]
        self.x.XDestroyImage.argtypes = [ctypes.POINTER(Image)]
        self.display = self.x.XOpenDisplay(None)
        if not self.display:
            sys.exit("first paint: no display")
        self.root = self.x.XDefaultRootWindow(self.display)

    def middle(self):
        left = (self.x.XDisplayWidth(self.display, 0) - EDGE) // 2
        top = (self.x.XDisplayHeight(self.display, 0) - EDGE) // 2
        image = self.x.XGetImage(self.display, self.root, left, top, EDGE, EDGE, ALL_PLANES, Z_PIXMAP)
        data = ctypes.string_at(image.contents.data, image.contents.bytes_per_line * image.contents.height)
        self.x.XDestroyImage(image)
        return data


def main():
    screen = Screen()
    empty = screen.middle()
    begin = time.monotonic()
    process = subprocess.Popen(sys.argv[1:], stdin=subprocess.DEVNULL, stdout=sys.stderr)
    while screen.middle() == empty:
        if process.poll() is not None or time.monotonic() - begin > 30:
            process.kill()
            sys.exit("first paint: the program showed nothing")
        time.sleep(0.002)
    print(f"{(time.monotonic() - begin) * 1000:.1f} {process.pid}")


if __name__ == "__main__":
    main()
