au BufRead,BufNewFile *.clz setfiletype clz
