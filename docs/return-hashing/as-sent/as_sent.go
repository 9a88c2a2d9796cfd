package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/url"
	"os"
)

func main() {
	parameters := url.Values{}
	for at := 2; at+1 < len(os.Args); at += 2 {
		parameters.Set(os.Args[at], os.Args[at+1])
	}
	mac := hmac.New(sha256.New, []byte(os.Args[1]))
	mac.Write([]byte(parameters.Encode()))
	fmt.Println(parameters.Encode() + "&hash=" + hex.EncodeToString(mac.Sum(nil)))
}
