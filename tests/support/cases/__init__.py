"""Tables of cases for one page of the real Firefox: markup, and what is true of the element with the attribute `x`.

`$` is replaced by the number of the case, so that ids stay apart. Shadow roots are written as `<template
shadowrootmode=open>`.
"""
